import { downloadMessages } from '@scangate/console/messages/gate/evidence.ts';

/** A document that the browser saves. A link cannot set a header, so the format is part of the address. */
export interface Download {
  href: string;
  label: string;
  note: string;
}

const scanPath = (scanId: string): string => `/v1/scans/${encodeURIComponent(scanId)}`;

const reportFormats = ['sarif', 'cyclonedx-vex', 'junit', 'markdown', 'gitlab-codequality'] as const;

/** The reports of a scan's findings. */
export const reportLinks = (scanId: string): readonly Download[] =>
  reportFormats.map((format) => ({
    href: `${scanPath(scanId)}/findings?format=${format}`,
    ...downloadMessages[format],
  }));

/** The bills of materials, the signed verdict, and the proof with everything that it follows from. */
export const documentLinks = (scanId: string): readonly Download[] => [
  { href: `${scanPath(scanId)}/sbom?format=cyclonedx`, ...downloadMessages.cyclonedx },
  { href: `${scanPath(scanId)}/sbom?format=spdx`, ...downloadMessages.spdx },
  { href: `${scanPath(scanId)}/attestation`, ...downloadMessages.attestation },
  { href: `${scanPath(scanId)}/proof`, ...downloadMessages.proof },
];
