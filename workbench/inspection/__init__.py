"""What is worked out from attention and hidden vectors: numpy alone, for the window, the terminal and the engine."""
