"""USD: skeletal clips out of layered stages, and back as an override that touches none of their layers."""
