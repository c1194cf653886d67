"""The validators that the installed USD brings: UsdValidation from 25.8 on, ComplianceChecker before."""

from __future__ import annotations

from typing import Any

from footpipe_usd.finding import Finding, Kind

HELP = {  # what to do, by words of what USD's validators find most in stages with characters
    "upAxis": 'author upAxis = "Y" or "Z" in the root layer',
    "metersPerUnit": "author metersPerUnit in the root layer, such as 0.01 for centimetres",
    "defaultPrim": "author defaultPrim in the root layer, so that others can reference the stage",
    "no SkelBindingAPI applied": 'add to the prim: prepend apiSchemas = ["SkelBindingAPI"]',
    "not of type SkelRoot": "put the prim below a SkelRoot, or make the prim above it one",
    "unresolvable": "mend the path of the asset, or see that it is there",
}


def validate(stage: Any, path: str) -> tuple[str, list[Finding]]:
    """What ran, in words, and what it found; `path` is the stage's file."""
    try:
        from pxr import UsdValidation
    except ImportError:
        return _comply(path)
    registry = UsdValidation.ValidationRegistry()
    validators = registry.GetOrLoadAllValidators()
    errors = UsdValidation.ValidationContext(validators).Validate(stage)
    return f"UsdValidation ({len(validators)} validators)", [_finding(error) for error in errors]


def _finding(error: Any) -> Finding:
    site = next(iter(error.GetSites()), None)
    prim, attribute = _place(site) if site else ("/", "")
    validator = error.GetValidator().GetMetadata() if error.GetValidator() else None
    rule = f"the rule: {validator.doc}" if validator else "see USD's documentation of the validator"
    kind: Kind = "error" if "Error" in str(error.GetType()) else "warning"
    told = _line(error.GetMessage())
    return Finding(str(error.GetIdentifier()), prim, attribute, told, _line(_advice(told, rule)), kind)


def _place(site: Any) -> tuple[str, str]:
    if site.IsProperty():
        return str(site.GetProperty().GetPrimPath()), site.GetProperty().GetName()
    return (str(site.GetPrim().GetPath()) if site.IsPrim() else "/"), ""


def _comply(path: str) -> tuple[str, list[Finding]]:
    """Findings of the checker before UsdValidation, which gives sentences alone."""
    from pxr import UsdUtils

    checker = UsdUtils.ComplianceChecker(skipARKitRootLayerCheck=True)
    checker.CheckCompliance(path)
    errors = [_said("error", text) for text in (*checker.GetErrors(), *checker.GetFailedChecks())]
    return "ComplianceChecker", [*errors, *(_said("warning", text) for text in checker.GetWarnings())]


def _said(kind: Kind, text: str) -> Finding:
    return Finding("ComplianceChecker", "/", "", _line(text), _advice(text, "mend what it names"), kind)


def _advice(told: str, otherwise: str) -> str:
    return next((advice for words, advice in HELP.items() if words in told), otherwise)


def _line(text: str) -> str:
    return " ".join(text.split())
