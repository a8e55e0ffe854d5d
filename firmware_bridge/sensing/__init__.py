"""From reports of the nodes to what lies where: cards, chips, puck and buttons."""
