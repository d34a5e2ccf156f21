import { useEffect, useState, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import { Icon } from '@scangate/console/parts/text/icon.tsx';
import styles from './copy-button.module.css';

interface CopyButtonProps {
  value: string;
  /** Names the text that is copied, for those who do not see the icon. */
  label: string;
  /** Shows itself on hover and focus only, beside a text in a row. */
  quiet?: boolean;
}

/** Copies a text, and confirms it for two seconds. */
export const CopyButton = ({ value, label, quiet = false }: CopyButtonProps): ReactElement => {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = (): void => {
    // If the browser refuses, the text can still be selected by hand.
    navigator.clipboard?.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  };
  return (
    <button
      type="button"
      className={[styles['copy'], quiet && !isCopied && styles['quiet']].filter(Boolean).join(' ')}
      aria-label={label}
      onClick={copy}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      <span className="visually-hidden" role="status">
        {isCopied ? partMessages.copied : ''}
      </span>
    </button>
  );
};
