"""The error that a person reads."""


class UserError(Exception):
    """Something that the person at the keyboard can mend.

    Its text is one sentence that says what is wrong and what to do about it; `tourelle`
    prints it without a traceback and ends with status 2.
    """
