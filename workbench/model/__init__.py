"""The encoder and its heads in torch: what a spec describes, as modules.

Shape legend: B passages, N tokens of the longest of them, P predicted tokens, V vocabulary, H hidden size,
E width of the tables, A attention heads, D = H / A.
"""
