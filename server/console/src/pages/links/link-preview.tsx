import { Nothing } from '../../values/values.tsx';
import { type LinkTargets, whoGetsWhat } from './who-gets-what.ts';

interface LinkPreviewProps {
  readonly targets: LinkTargets;
  readonly utm: Readonly<Record<string, string>> | null;
}

/** What each kind of device gets from a link with these addresses. */
export function LinkPreview({ targets, utm }: LinkPreviewProps) {
  const added = Object.entries(utm ?? {}).map(([name, text]) => `utm_${name}=${text}`);
  return (
    <>
      <table className="preview">
        <caption className="label">Who gets what</caption>
        <tbody>
          {whoGetsWhat(targets).map(({ who, ways }) => (
            <tr key={who}>
              <th scope="row">{who}</th>
              <td>
                {ways.map(({ when, to }) => (
                  <div key={`${when} ${to}`}>
                    {to || <Nothing />} {when && <span className="hint">{when}</span>}
                  </div>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint">
        To these the service adds the id of the click{added.length > 0 && <>, and {added.join(', ')}</>}.
      </p>
    </>
  );
}
