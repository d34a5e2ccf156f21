import { fileURLToPath } from 'node:url';

/** Path of the eleven advisories that come along: enough for the sample repository and no other. */
export const sampleAdvisories = fileURLToPath(new URL('sample-advisories.jsonl', import.meta.url));
