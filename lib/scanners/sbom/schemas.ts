import bom12 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.2.SNAPSHOT.schema.json' with { type: 'json' };
import bom13 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.3.SNAPSHOT.schema.json' with { type: 'json' };
import bom14 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.4.SNAPSHOT.schema.json' with { type: 'json' };
import bom15 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.5.SNAPSHOT.schema.json' with { type: 'json' };
import bom16 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.6.SNAPSHOT.schema.json' with { type: 'json' };
import bom17 from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/bom-1.7.SNAPSHOT.schema.json' with { type: 'json' };
import cryptography from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/cryptography-defs.SNAPSHOT.schema.json' with { type: 'json' };
import jsf from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/jsf-0.82.SNAPSHOT.schema.json' with { type: 'json' };
import spdx from '../../../node_modules/@cyclonedx/cyclonedx-library/res/schema/spdx.SNAPSHOT.schema.json' with { type: 'json' };

/**
 * The official schemas as the CycloneDX library carries them. Imported by path, since the package exports only its
 * code: so the bundler puts them into the one function that validates, and there is nothing to copy.
 */
export const bomSchemas: Readonly<Record<string, object>> = {
  '1.2': bom12,
  '1.3': bom13,
  '1.4': bom14,
  '1.5': bom15,
  '1.6': bom16,
  '1.7': bom17,
};

const base = 'http://cyclonedx.org/schema';

/** What the schemas above refer to, by the names they use. */
export const sharedSchemas: Readonly<Record<string, object>> = {
  [`${base}/spdx.SNAPSHOT.schema.json`]: spdx,
  [`${base}/jsf-0.82.SNAPSHOT.schema.json`]: jsf,
  [`${base}/cryptography-defs.SNAPSHOT.schema.json`]: cryptography,
};
