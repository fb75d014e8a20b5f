"""The simulated board: the real firmware in a process of its own, the world around it in ours."""
