/** While something is fetched for the first time. */
export function Waiting() {
  return (
    <p className="waiting" role="status">
      Loading…
    </p>
  );
}
