"""The error that users see."""


class UserError(Exception):
    """Something that the user can fix.

    Its text is one sentence that says what is wrong and what to do about it; `tourelle`
    prints it without a traceback and ends with status 2.
    """
