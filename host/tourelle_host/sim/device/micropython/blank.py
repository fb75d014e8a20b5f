"""Makes a flash image with a file system and files on it, as if a board had been flashed.

Arguments: the image, its number of blocks, and the list of the files to install.
"""

import sys

import vfs

image, blocks, listing = sys.argv[1:]
sys.path.append(sys.path[0].rsplit("/", 1)[0])

import install  # noqa: E402
from flash import PROGRAM, Flash  # noqa: E402

flash = Flash(image, int(blocks))
vfs.VfsLfs2.mkfs(flash, progsize=PROGRAM)
vfs.mount(vfs.VfsLfs2(flash, progsize=PROGRAM), "/flash")
install.install(listing, "/flash/")
vfs.umount("/flash")
