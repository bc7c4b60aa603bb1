// Printed by tools/schema from the games of the house: do not edit.

/** What is known of a game before it is fetched. */
export const FACTS = {
  null: { version: 4, seats_min: 1, seats_max: 12, set_up: 'set_up' },
  maze: { version: 4, seats_min: 1, seats_max: 9, set_up: 'set_up' },
  traitor: { version: 4, seats_min: 4, seats_max: 10, set_up: 'set_up' },
  word: { version: 1, seats_min: 3, seats_max: 8, set_up: 'set_up' },
} as const

/** What is seen, asked and told at a table of each. */
export interface Games {
  null: {
    View: import('./null').View
    Command: import('./null').Command
    Event: import('./null').Event
    Refusal: import('./null').Refusal
    Options: import('./null').Options
    Ending: import('./null').Ending
  }
  maze: {
    View: import('./maze').View
    Command: import('./maze').Command
    Event: import('./maze').Event
    Refusal: import('./maze').Refusal
    Options: import('./maze').Options
    Ending: import('./maze').Ending
  }
  traitor: {
    View: import('./traitor').View
    Command: import('./traitor').Command
    Event: import('./traitor').Event
    Refusal: import('./traitor').Refusal
    Options: import('./traitor').Options
    Ending: import('./traitor').Ending
  }
  word: {
    View: import('./word').View
    Command: import('./word').Command
    Event: import('./word').Event
    Refusal: import('./word').Refusal
    Options: import('./word').Options
    Ending: import('./word').Ending
  }
}
