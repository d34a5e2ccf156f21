import { fingerprint } from '../finding-fingerprint.ts';

/** A license that is not on SPDX's list, with everything known about it. */
export interface ExtractedLicense {
  licenseId: string;
  name: string;
  extractedText: string;
}

type Json = Readonly<Record<string, unknown>>;

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Writes licenses as SPDX 2.3 does and collects those that the document must define itself. */
export class SpdxLicenses {
  readonly #extracted = new Map<string, ExtractedLicense>();

  get extracted(): ExtractedLicense[] {
    return [...this.#extracted.values()].sort((a, b) => (a.licenseId < b.licenseId ? -1 : 1));
  }

  /**
   * Returns the declared license.
   * @param licenses of a CycloneDX component.
   */
  declared(licenses: readonly Json[]): string {
    const parts = licenses.flatMap((choice) => this.#partOf(choice) ?? []);
    if (parts.length === 0) return 'NOASSERTION';
    return parts.length === 1
      ? (parts[0] ?? '')
      : parts.map((part) => (part.includes(' ') ? `(${part})` : part)).join(' AND ');
  }

  #partOf(choice: Json): string | undefined {
    const expression = textIn(choice['expression']);
    if (expression !== undefined) return this.#expression(expression);
    const license = choice['license'];
    if (typeof license !== 'object' || license === null) return undefined;
    const { id, name } = license as Json;
    return textIn(id) ?? this.#named(textIn(name));
  }

  /** A reference to another document is written as a name, because this document cannot contain it. */
  #expression(expression: string): string | undefined {
    if (expression.includes('DocumentRef-')) return this.#named(expression);
    for (const [licenseId] of expression.matchAll(/LicenseRef-[A-Za-z0-9.-]+/g))
      this.#define(licenseId, licenseId, 'The text is not known.');
    return expression;
  }

  #named(name: string | undefined): string | undefined {
    if (name === undefined) return undefined;
    const licenseId = `LicenseRef-${fingerprint(name).slice(0, 16)}`;
    this.#define(licenseId, name, name);
    return licenseId;
  }

  #define(licenseId: string, name: string, extractedText: string): void {
    this.#extracted.set(licenseId, { licenseId, name, extractedText });
  }
}
