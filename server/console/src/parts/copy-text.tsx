import { useState } from 'react';

interface CopyTextProps {
  readonly text: string;
  /** What it is: "Copy the key". */
  readonly label: string;
  /** Several lines, as they are. */
  readonly isBlock?: boolean;
}

const SHOWN_MS = 2000;

/** A text to copy, with its button. */
export function CopyText({ text, label, isBlock = false }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <div className={isBlock ? 'copy block' : 'copy'}>
      {isBlock ? <pre tabIndex={0}>{text}</pre> : <code>{text}</code>}
      <button type="button" aria-label={label} onClick={() => void copy()}>
        {isCopied ? 'Copied' : 'Copy'}
      </button>
      <span className="hidden-label" role="status">
        {isCopied ? 'Copied' : ''}
      </span>
    </div>
  );
}
