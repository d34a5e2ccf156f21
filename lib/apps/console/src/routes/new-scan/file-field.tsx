import type { ReactElement } from 'react';
import { decimal } from '@scangate/console/messages/gate/sizes.ts';
import { newScanMessages } from '@scangate/console/messages/gate/scans.ts';
import { FileDrop } from '@scangate/console/parts/forms/file-drop.tsx';
import { Code } from '@scangate/console/parts/text/code-text.tsx';
import { fill } from '@scangate/console/parts/text/fill.tsx';
import { readDroppedFile, type DropProblem, type DroppedArtifact } from './dropped-file.ts';

/** The file as it was dropped last: what it is, or why it is not taken. */
export interface DroppedFile {
  id: number;
  name: string;
  artifact: DroppedArtifact | undefined;
  problem: DropProblem | { code: 'unreadable' } | undefined;
}

interface FileFieldProps {
  file: DroppedFile | undefined;
  onFile: (file: DroppedFile) => void;
}

const problemWords = (problem: NonNullable<DroppedFile['problem']>): string =>
  newScanMessages.dropProblems[problem.code]('bytes' in problem ? decimal(problem.bytes / 1_048_576) : '');

/** Takes a lockfile or an SBOM, and says at once what cannot be sent from here. */
export const FileField = ({ file, onFile }: FileFieldProps): ReactElement => {
  const take = async (dropped: File): Promise<void> => {
    const id = (file?.id ?? 0) + 1;
    const { name } = dropped;
    try {
      const result = await readDroppedFile(dropped);
      const artifact = 'artifact' in result ? result.artifact : undefined;
      onFile({ id, name, artifact, problem: 'problem' in result ? result.problem : undefined });
    } catch {
      onFile({ id, name, artifact: undefined, problem: { code: 'unreadable' } });
    }
  };
  return (
    <div>
      <FileDrop
        label={newScanMessages.drop}
        help={newScanMessages.dropHelp}
        error={file?.problem && problemWords(file.problem)}
        onFile={(dropped) => void take(dropped)}
      />
      {file?.artifact && (
        <p role="status">
          {fill(newScanMessages.dropped[file.artifact.kind], {
            name: <Code value={file.name} />,
          })}
        </p>
      )}
    </div>
  );
};
