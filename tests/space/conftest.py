"""Examples that hypothesis finds are judged by what comes out, not by how long a first compile takes."""

from hypothesis import HealthCheck, settings

settings.register_profile("space", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("space")
