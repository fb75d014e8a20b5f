from collections import namedtuple
Entry = namedtuple("Entry", ("name", "title", "aliases", "grid", "options", "opening"))
GAMES = (Entry("avalam","Avalam",(),"avalam",(("tie-break", ("fives", "none")), ("placing", ("fixed", "free"))),b""),)
