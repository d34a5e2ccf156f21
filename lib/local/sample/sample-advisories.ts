import { fileURLToPath } from 'node:url';

/** Path of the eleven built-in advisories, which cover the sample repository and no other. */
export const sampleAdvisories = fileURLToPath(new URL('sample-advisories.jsonl', import.meta.url));
