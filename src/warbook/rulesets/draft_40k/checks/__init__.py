"""Questions that the rules ask: what is permitted, who sees and reaches whom, which number is needed and why."""
