"""Pieces and jigs as STEP files, for CAD programs. Takes Open CASCADE: make pieces-step.

The faces are those of the mesh, flat ones in one plane merged: right to a hundredth of a
millimetre, but a cylinder is a prism of as many sides as in the STL file.
"""

from pathlib import Path

from manifold3d import Manifold
from OCP.BRep import BRep_Builder
from OCP.BRepBuilderAPI import (
    BRepBuilderAPI_MakeFace,
    BRepBuilderAPI_MakePolygon,
    BRepBuilderAPI_MakeSolid,
    BRepBuilderAPI_Sewing,
)
from OCP.BRepGProp import BRepGProp
from OCP.gp import gp_Pnt
from OCP.GProp import GProp_GProps
from OCP.IFSelect import IFSelect_RetDone
from OCP.Interface import Interface_Static
from OCP.ShapeUpgrade import ShapeUpgrade_UnifySameDomain
from OCP.STEPControl import STEPControl_AsIs, STEPControl_Reader, STEPControl_Writer
from OCP.TopAbs import TopAbs_SHELL
from OCP.TopExp import TopExp_Explorer
from OCP.TopoDS import TopoDS, TopoDS_Compound

from mechanics.render import triangles
from mechanics.stl import FINEST


def write(solid: Manifold, path: Path) -> None:
    """Writes a solid in millimetres; RuntimeError where its faces do not close."""
    sewing = BRepBuilderAPI_Sewing(1e-4)
    for a, b, c in triangles(solid.simplify(FINEST)).tolist():
        wire = BRepBuilderAPI_MakePolygon(gp_Pnt(*a), gp_Pnt(*b), gp_Pnt(*c), True).Wire()
        face = BRepBuilderAPI_MakeFace(wire, True)
        if face.IsDone():
            sewing.Add(face.Face())
    sewing.Perform()
    merged = ShapeUpgrade_UnifySameDomain(sewing.SewedShape(), True, True, False)
    merged.SetAngularTolerance(1e-4)
    merged.Build()
    whole = TopoDS_Compound()
    builder = BRep_Builder()
    builder.MakeCompound(whole)
    shells = TopExp_Explorer(merged.Shape(), TopAbs_SHELL)
    while shells.More():
        shell = TopoDS.Shell(shells.Current())
        if not shell.Closed():
            raise RuntimeError(f"the faces of {path.stem} do not close")
        builder.Add(whole, BRepBuilderAPI_MakeSolid(shell).Solid())
        shells.Next()
    Interface_Static.SetCVal_s("write.step.unit", "MM")
    writer = STEPControl_Writer()
    writer.Transfer(whole, STEPControl_AsIs)
    if writer.Write(str(path)) != IFSelect_RetDone:
        raise RuntimeError(f"{path.name} could not be written")


def volume(path: Path) -> float:
    """The volume of a STEP file's solids, cubic millimetres."""
    reader = STEPControl_Reader()
    reader.ReadFile(str(path))
    reader.TransferRoots()
    found = GProp_GProps()
    BRepGProp.VolumeProperties_s(reader.OneShape(), found)
    return abs(found.Mass())
