/** Counts what was checked, so that a check that finds nothing has looked at something. */
export interface Compared {
  /** Default branches that were compared with a rebuild, at rests and at the end. */
  branches: number;
  /** Tickets with an issue that were compared with the findings, at rests and at the end. */
  tickets: number;
  /** Last scans with a key that a rule of their organization finds, at rests and at the end. */
  rules: number;
  /** Scans that were judged once more at the end. */
  verdicts: number;
  /** Exports and auditor packs that were read at the end. */
  documents: number;
  /** Scans of uploads that were compared with what was given. */
  uploads: number;
  /** Deliveries that arrived and whose signature was checked by the secrets that their receiver knows. */
  signatures: number;
  /** Badges that were read at the end. */
  badges: number;
  /** History scans whose secrets were counted. */
  histories: number;
  /** Secrets that commits of pull requests added and removed, which their checks tell. */
  ranges: number;
  /** Settings that people changed and read again. */
  rereads: number;
  /** Renewals of waivers that took effect. */
  renewals: number;
  /** Members whom groups of their directory contain, at the end. */
  groups: number;
}

export const nothingCompared = (): Compared => ({
  branches: 0,
  tickets: 0,
  rules: 0,
  verdicts: 0,
  documents: 0,
  uploads: 0,
  signatures: 0,
  badges: 0,
  histories: 0,
  ranges: 0,
  rereads: 0,
  renewals: 0,
  groups: 0,
});
