/** Whose list it is. */
interface Place {
  readonly accountId: string;
  readonly userId: string;
}

/** The browser's storage, by person and account. Without it the list comes back with the next page. */
const nameOf = ({ accountId, userId }: Place) => `tributary-checklist-away ${userId} ${accountId}`;

/** Whether a person has put the list of an account away in this browser. */
export function isPutAway(place: Place): boolean {
  try {
    return localStorage.getItem(nameOf(place)) !== null;
  } catch {
    return false;
  }
}

/** Puts it away, for this person in this browser, or has it back. */
export function putAway(place: Place, isAway: boolean): void {
  try {
    if (isAway) localStorage.setItem(nameOf(place), 'yes');
    else localStorage.removeItem(nameOf(place));
  } catch {
    // A browser may have no storage, or no room in it.
  }
}
