"""Starts the board. MicroPython compiles this file at every start, so it is short."""

globals().pop("rp2", None)  # MicroPython leaves it here, and it takes 1 KB as long as it is kept
try:
    from tourelle.startup import begin
except Exception as error:  # whatever is wrong with the files
    print("@fault the firmware is not complete (%s): flash it again" % error)
else:
    begin()
