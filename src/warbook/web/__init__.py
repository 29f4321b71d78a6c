"""The table: play in the browser, at one screen or across the net, on the referee of the library.

`protocol` is what is said between the referee and whoever sits at the table, `asking` puts a decision into its words,
`room` is one battle with the people around it, `house` all of them, `storage` and `journal` keep them, `thinking` lets
other processes do what takes time, and `app` is the server.  The client in ``client/`` knows no rule.
"""
