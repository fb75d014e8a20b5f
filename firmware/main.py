"""Starts the board. MicroPython compiles this file at every start, so it is short."""

try:
    from tourelle.startup import main
except Exception as error:  # whatever is wrong with the files
    print("@fault the firmware is not complete (%s): flash it again" % error)
else:
    main()
