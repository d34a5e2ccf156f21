import cryptography from '../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/cryptography-defs.SNAPSHOT.schema.json' with { type: 'json' };
import jsf from '../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/jsf-0.82.SNAPSHOT.schema.json' with { type: 'json' };
import spdx from '../../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/spdx.SNAPSHOT.schema.json' with { type: 'json' };
import type { SharedSchemas } from './bom-validator.ts';

/** Schemas that those of CycloneDX refer to, by URI. */
export const sharedSchemas: SharedSchemas = {
  'http://cyclonedx.org/schema/cryptography-defs.SNAPSHOT.schema.json': cryptography,
  'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json': jsf,
  'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json': spdx,
};
