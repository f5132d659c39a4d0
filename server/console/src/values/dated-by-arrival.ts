/** Said of an event whose own time cannot be. */
export const DATED_BY_ARRIVAL = 'Dated by its arrival: its own time is before 2000 or later than that.';
