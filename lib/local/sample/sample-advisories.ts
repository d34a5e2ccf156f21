import { fileURLToPath } from 'node:url';

/** Path of the eleven built-in advisories, which cover only the sample repository. */
export const sampleAdvisories = fileURLToPath(new URL('sample-advisories.jsonl', import.meta.url));
