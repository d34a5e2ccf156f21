import { malformed, notJson, refuseUnsafeJson } from './json/refuse-unsafe-json.ts';

export { jsonContainerLimit, jsonDepthLimit } from './json/refuse-unsafe-json.ts';

const byteOrderMark = 0xfeff;

/** @throws Problem malformed_json for a text that begins with a byte order mark. */
export const refuseByteOrderMark = (firstUnit: number | undefined): void => {
  if (firstUnit === byteOrderMark)
    throw malformed('The body begins with a byte order mark: send JSON in UTF-8 without one.');
};

/** Parses the JSON of a request. @throws Problem malformed_json or unknown_field. */
export const parseJson = (text: string): unknown => {
  refuseByteOrderMark(text.charCodeAt(0));
  refuseUnsafeJson(Buffer.from(text));
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw notJson();
  }
};
