import type { TerraformBlock } from '../subjects/terraform.ts';

export const terraform = (text: string): readonly [string, string] => ['main.tf', text];

/** Builds a file with one resource. */
export const resource = (type: string, body: string): readonly [string, string] =>
  terraform(`resource "${type}" "a" {\n${body}\n}\n`);

export const isOneOf = ({ type, isData }: TerraformBlock, ...types: readonly string[]): boolean =>
  !isData && types.includes(type);
