import type { FindingDescription } from '../finding-description.ts';
import { oneLine } from '../safe-text.ts';

/** Names the root of the repository, to which paths are relative. */
export const root = '%SRCROOT%';

/**
 * A plain text message. Braces are doubled, because single ones are placeholders (SARIF 3.11.5), and a bracket before a
 * parenthesis gets a space, because it would be a link (3.11.6).
 */
export const message = (text: string): { text: string } => ({
  text: oneLine(text).replace(/[{}]/g, '$&$&').replaceAll('](', '] (') || 'No text.',
});

/** A path as a relative URI. No segment can be a scheme or lead out of the repository. */
export const relativeUri = (path: string): string =>
  path
    .toWellFormed()
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
    .map(encodeURIComponent)
    .join('/');

/** A finding without a file, as in an uploaded SBOM, is located at the root. */
const artifactLocation = (path: string) => ({ uri: relativeUri(path) || 'sbom', uriBaseId: root });

type Range = Pick<FindingDescription, 'line' | 'column' | 'endLine' | 'endColumn'>;

/** A region that ends before it starts is cut to its start, because consumers refuse it. */
const regionOf = ({ line, column, endLine, endColumn }: Range) => {
  const [startLine, startColumn] = [Math.max(1, line ?? 1), Math.max(1, column ?? 1)];
  const lastLine = Math.max(startLine, endLine ?? startLine);
  const isForward = lastLine > startLine || (endColumn ?? 0) > startColumn;
  return {
    startLine,
    ...(column !== undefined && { startColumn }),
    ...(endLine !== undefined && { endLine: lastLine }),
    ...(endColumn !== undefined && isForward && { endColumn: Math.max(1, endColumn) }),
  };
};

const physicalLocation = (path: string, range: Range) => ({
  physicalLocation: { artifactLocation: artifactLocation(path), region: regionOf(range) },
});

/** Returns the location of a finding in SARIF: its file, and the package or similar object that it is about. */
export const locationOf = (path: string, description: FindingDescription): object => {
  const { purl, subject } = description;
  return {
    ...physicalLocation(path, description),
    ...(subject !== undefined && {
      logicalLocations: [
        {
          name: oneLine(subject),
          kind: 'package',
          ...(purl !== undefined && { fullyQualifiedName: oneLine(purl) }),
        },
      ],
    }),
  };
};

/**
 * Writes the steps of a data flow.
 * @param pathOf gives the path of a file of the project unit in the repository.
 */
export const codeFlows = (
  flow: NonNullable<FindingDescription['flow']>,
  { file, pathOf }: { file: string; pathOf: (file: string) => string },
): object[] => [
  {
    threadFlows: [
      {
        locations: flow.map(({ line, column, message: text, ...step }) => ({
          location: {
            ...physicalLocation(pathOf(step.file ?? file), { line, column }),
            message: message(text),
          },
        })),
      },
    ],
  },
];
