"""(to be written)"""
def blank_orders(*a): raise NotImplementedError
