import { Nothing } from '../../values/values.tsx';

interface LinkPreviewProps {
  readonly fallback: string;
  readonly android: string;
  readonly ios: string;
  readonly ussd: string;
}

/** What each kind of device gets from a link with these addresses. */
export function LinkPreview({ fallback, android, ios, ussd }: LinkPreviewProps) {
  const rows = [
    { who: 'Android phone', gets: android || fallback },
    { who: 'iPhone', gets: ios || `the app’s page in the App Store if it has one, else ${fallback}` },
    { who: 'Computer or iPad', gets: fallback },
    { who: 'Feature phone', gets: ussd ? `a page that shows ${ussd}` : fallback },
  ];
  return (
    <table>
      <caption className="label">Who gets what</caption>
      <tbody>
        {rows.map(({ who, gets }) => (
          <tr key={who}>
            <th scope="row">{who}</th>
            <td>{gets || <Nothing />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
