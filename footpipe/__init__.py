"""footpipe cleans sliding feet: load a clip, find its contacts, lock the feet, measure, write it back."""

import lazy_loader

# Names are listed in __init__.pyi, and their modules loaded when they are asked for.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
