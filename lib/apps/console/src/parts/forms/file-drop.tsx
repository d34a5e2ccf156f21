import { useId, useState, type DragEvent, type ReactElement } from 'react';
import { partMessages } from '@scangate/console/messages/parts.ts';
import styles from './file-drop.module.css';

interface FileDropProps {
  label: string;
  help?: string;
  error?: string | undefined;
  /** File name endings and media types, as of an input. */
  accept?: string;
  onFile: (file: File) => void;
}

/** Takes one file, by dropping it or by choosing it. */
export const FileDrop = ({ label, help, error, accept, onFile }: FileDropProps): ReactElement => {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onFile(file);
  };
  return (
    <div
      className={`${styles['drop']} ${isOver ? styles['over'] : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <strong id={`${id}-label`}>{label}</strong>
      {help !== undefined && <p className={styles['help']}>{help}</p>}
      <p>
        {partMessages.drop}{' '}
        <label className={styles['choose']}>
          {partMessages.chooseFile}
          <input
            type="file"
            className="visually-hidden"
            accept={accept}
            aria-labelledby={`${id}-label`}
            aria-describedby={error === undefined ? undefined : `${id}-error`}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onFile(file);
              event.target.value = '';
            }}
          />
        </label>
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles['error']} role="alert">
          {error}
        </p>
      )}
    </div>
  );
};
