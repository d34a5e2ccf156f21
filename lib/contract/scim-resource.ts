import type { FunctionSpec } from './function.ts';

/** A SCIM resource (RFC 7644): one function that handles every method of its paths. */
export interface ScimResourceSpec extends FunctionSpec {
  paths: readonly string[];
}

/** Returns a SCIM resource with its exact type. */
export const defineScimResource = <const S extends ScimResourceSpec>(spec: S): S => spec;
