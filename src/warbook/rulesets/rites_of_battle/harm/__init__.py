"""What happens to fighters: wounds and strain, critical injuries, conditions, hazards and fear, struck mounts."""
