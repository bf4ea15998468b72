"""Messages about wrong input."""

from collections.abc import Callable

from naivebench.core.checks import InputError


def refusal(function: Callable, *args, **options) -> str:
    """The sentence with which a call refuses its input; "" if it accepts it. Other exceptions are raised."""
    try:
        function(*args, **options)
    except InputError as error:
        text = str(error)
        assert text.strip(), "an empty sentence"
        assert "\n" not in text, text
        return text
    return ""
