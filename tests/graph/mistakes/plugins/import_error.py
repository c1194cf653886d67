"""A plugin that needs what is not there."""

import footpipe

import a_package_that_is_not_there
