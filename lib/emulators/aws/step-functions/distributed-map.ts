import { isObject, type Json, type JsonObject } from '../template/resolve-templates.ts';
import type { State } from './definition.ts';
import type { InterpreterHost } from './interpreter-host.ts';
import { fillTemplate, StateError, type Scope } from './json-path.ts';

export const s3GetObject = 'arn:aws:states:::s3:getObject';

/** Lists what a definition of a distributed map has that is not supported. */
export const unsupportedInDistributedMap = (state: JsonObject): string | undefined => {
  const { ItemReader: reader, ItemBatcher: batcher } = state;
  if (!isObject(reader) || reader.Resource !== s3GetObject) return 'no ItemReader of an S3 object';
  const config = isObject(reader.ReaderConfig) ? reader.ReaderConfig : {};
  if (config.InputType !== 'JSON') return `the InputType ${String(config.InputType)}`;
  const known = ['MaxItemsPerBatch', 'MaxInputBytesPerBatch', 'BatchInput'];
  const unknown = isObject(batcher) ? Object.keys(batcher).find((key) => !known.includes(key)) : undefined;
  return unknown && `${unknown} in an ItemBatcher`;
};

/** Reads the items of a distributed map: the JSON array of an S3 object. @throws StateError */
export const readItems = async (state: State, scope: Scope, host: InterpreterHost): Promise<Json[]> => {
  const parameters = fillTemplate(state.ItemReader?.Parameters ?? {}, scope);
  const { Bucket: bucket, Key: key } = isObject(parameters) ? parameters : {};
  const content = await host.readObject(String(bucket), String(key));
  if (content === undefined)
    throw new StateError('States.ItemReaderFailed', `There is no object ${String(key)}.`);
  const items = JSON.parse(content) as Json;
  if (!Array.isArray(items)) throw new StateError('States.ItemReaderFailed', 'The object is not a list.');
  return items;
};

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value));

/** Puts items into batches, each within both limits; without a batcher every item is the input of an execution. */
export const batchItems = (state: State, items: readonly Json[], scope: Scope): Json[] => {
  const batcher = state.ItemBatcher;
  if (!batcher) return [...items];
  const { MaxItemsPerBatch: most = Infinity, MaxInputBytesPerBatch: maxBytes = Infinity } = batcher;
  const input: JsonObject =
    batcher.BatchInput === undefined ? {} : { BatchInput: fillTemplate(batcher.BatchInput, scope) };
  const batches: Json[][] = [];
  let bytes = 0;
  for (const item of items) {
    const last = batches.at(-1);
    const size = bytesOf(item) + 1;
    if (last && last.length < most && bytes + size <= maxBytes) {
      last.push(item);
      bytes += size;
    } else {
      batches.push([item]);
      bytes = size + bytesOf(input);
    }
  }
  return batches.map((batch) => ({ ...input, Items: batch }));
};
