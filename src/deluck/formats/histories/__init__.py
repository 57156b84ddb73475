"""What the text histories of all sites share; a site's own module says what differs.

`amounts` reads money and times; `story` has all that a hand's lines say, in the terms of no site; `site` looks lines up
in a site's tables; `posts` finds who sat where and what was forced; `replaying` plays the hand again by the engine, and
`settling` compares every sum the text gives with what the pots hold.
"""
