"""Roll-outs from before the flop over a sample of flops, each with a sample of turn and river cards."""
