import type { CodeFinding } from '@scangate/engines/model/finding';
import type { GitlabFinding } from './gitlab-finding.ts';
import { securityReport, type Identifier } from './security-report.ts';

const cweIdentifiers = (cwe: string): Identifier[] => {
  const [, number] = /^CWE-(\d{1,5})$/i.exec(cwe) ?? [];
  if (number === undefined) return [];
  const url = `https://cwe.mitre.org/data/definitions/${number}.html`;
  return [{ type: 'cwe', name: `CWE-${number}`, value: number, url }];
};

/** GitLab prefers the best signature that it knows to the lines, which move with the code around. */
const trackingOf = ({ finding, path, line, ordinal }: GitlabFinding): object => ({
  type: 'source',
  items: [
    {
      file: path,
      start_line: line,
      end_line: line,
      signatures: [{ algorithm: 'hash', value: `${finding.fingerprint}:${ordinal}` }],
    },
  ],
});

const nodeType = (index: number, last: number): string => {
  if (index === last) return 'sink';
  return index === 0 ? 'source' : 'propagation';
};

const flowDetails = (
  flow: NonNullable<CodeFinding['flow']>,
  { path, pathOf }: Pick<GitlabFinding, 'path' | 'pathOf'>,
): object => ({
  code_flows: {
    name: 'Data flow',
    type: 'code-flows',
    items: [
      flow.map(({ file, line }, index) => ({
        type: 'code-flow-node',
        node_type: nodeType(index, flow.length - 1),
        file_location: {
          type: 'file-location',
          file_name: file === undefined ? path : pathOf(file),
          line_start: Math.max(1, line),
        },
      })),
    ],
  },
});

/** The place of a finding in source code. */
export const sourcePlace = (found: GitlabFinding) => {
  const { path, line, description } = found;
  return {
    location: { file: path, start_line: line, end_line: Math.max(line, description.endLine ?? line) },
    tracking: trackingOf(found),
  };
};

/** Weaknesses in source code, as GitLab's SAST report. */
export const sastReport = securityReport({
  type: 'sast',
  scanType: 'sast',
  kinds: ['code'],
  vulnerability(found) {
    const { finding } = found;
    if (finding.kind !== 'code') return undefined;
    const { rule, cwe, flow } = finding;
    return {
      identifiers: [{ type: 'scangate_rule', name: rule, value: rule }, ...cweIdentifiers(cwe)],
      ...sourcePlace(found),
      ...(flow && flow.length > 0 && { details: flowDetails(flow, found) }),
    };
  },
});
