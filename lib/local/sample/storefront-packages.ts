/** The storefront's packages as npm locks them: place, version, license, SHA-512 and dependencies. */
const common = `
buffer-equal-constant-time 1.0.1 BSD-3-Clause zRpUiDwd/xk6ADqPMATG8vc9VPrkck7T07OIx0gnjmJAnHnTVXNQG3vfvWNuiZIkwu9KrKdA1iJKfsfTVxE6NA==
connect 3.7.0 MIT ZqRXc+tZukToSNmh5C2iWMSoV3X1YUcPbqEM4DkEG5tNQXrQUZCNVGGv3IuicnkMtPfGf3Xtp8WCXs295iQ1pQ== debug@2.6.9 finalhandler@1.1.2 parseurl@~1.3.3 utils-merge@1.0.1
debug 2.6.9 MIT bC7ElrdJaJnPbAP+1EotYvqZsb3ecl5wi6Bfi6BJTUcNowp6cvspg0jXznRTKDjm/E7AdgFBVeAPVMNcKGsHMA== ms@2.0.0
ecdsa-sig-formatter 1.0.11 Apache-2.0 nagl3RYrbNv6kQkeJIpt6NJZy8twLB/2vtz6yN9Z4vRKHN4/QZJIEbqohALSgwKdnksuY3k5Addp5lg8sVoVcQ== safe-buffer@^5.0.1
ee-first 1.1.1 MIT WMwm9LhRUo+WUaRN+vRuETqG89IgZphVSNkdFgeb6sS/E4OrDIN7t48CAewSHXc6C8lefD8KKfr5vY61brQlow==
encodeurl 1.0.4 MIT ImAQpWtQZKdkUxvj9CMNzB8M4IGg0DkRTZzmOHqgVFrf71JDmUacbt+iKljfIpD2yHcxI+HR76d8bwvdvtSvGA==
escape-html 1.0.3 MIT NiSupZ4OeuGwr68lGIeym/ksIZMJodUGOSCZ/FSnTxcrekbvqrgdUxlJOMpijaKZVjAJrWrGs/6Jy8OMuyj9ow==
finalhandler 1.1.2 MIT aAWcW57uxVNrQZqFXjITpW3sIUQmHGG3qSb9mUah9MgMC4NeWhNOlNjXEYq3HjRAvL6arUviZGGJsBg6z0zsWA== debug@2.6.9 encodeurl@~1.0.2 escape-html@~1.0.3 on-finished@~2.3.0 parseurl@~1.3.3 statuses@~1.5.0 unpipe@~1.0.0
jsonwebtoken/node_modules/ms 2.1.3 MIT 6FlzubTLZG3J2a/NVCAleEhjzq5oxgHyaCU9yYXvcLsvoVaHJq/s5xXI6/XXP6tz7R9xAOtHnSO/tXtF3WRTlA==
lodash.includes 4.3.0 MIT W3Bx6mdkRTGtlJISOvVD/lbqjTlPPUDTMnlXZFnVwi9NKJ6tiAk6LVdlhZMm17VZisqhKcgzpO5Wz91PCt5b0w==
lodash.isboolean 3.0.3 MIT Bz5mupy2SVbPHURB98VAcw+aHh4vRV5IPNhILUCsOzRmsTmSQ17jIuqopAentWoehktxGd9e/hbIXq980/1QJg==
lodash.isinteger 4.0.4 MIT DBwtEWN2caHQ9/imiNeEA5ys1JoRtRfY3d7V9wkqtbycnAmTvRRmbHKDV4a0EYc678/dia0jrte4tjYwVBaZUA==
lodash.isnumber 3.0.3 MIT QYqzpfwO3/CWf3XP+Z+tkQsfaLL/EnUlXWVkIk5FUPc4sBdTehEqZONuyRt2P67PXAk+NXmTBcc97zw9t1FQrw==
lodash.isplainobject 4.0.6 MIT oSXzaWypCMHkPC3NvBEaPHf0KsA5mvPrOPgQWDsbg8n7orZ290M0BmC/jgRZ4vcJ6DTAhjrsSYgdsW/F+MFOBA==
lodash.isstring 4.0.1 MIT 0wJxfxH1wgO3GrbuP+dTTk7op+6L41QCXbGINEmD+ny/G/eCqGzxyCsh7159S+mgDDcoarnBw6PC1PS5+wUGgw==
lodash.once 4.1.1 MIT Sb487aTOCr9drQVL8pIxOzVhafOjZN9UU54hiN8PU3uAiSV7lx1yYNpbNmex2PK6dSJoNTSJUUswT651yww3Mg==
ms 2.0.0 MIT Tpp60P6IUJDTuOq/5Z8cdskzJujfwqfOTkrwIwj7IRISpnkJnT6SyJ4PCPnGMoFjC9ddhal5KVIYtAt97ix05A==
on-finished 2.3.0 MIT ikqdkGAAyf/X/gPhXGvfgAytDZtDbr+bkNUJ0N9h5MI/dmdgCs3l6hoHrcUv41sRKew3jIwrp4qQDXiK99Utww== ee-first@1.1.1
parseurl 1.3.3 MIT CiyeOxFT/JZyN5m0z9PfXw4SCBJ6Sygz1Dpl0wqjlhDEGGBP1GnsUVEL0p63hoG1fcj3fHynXi9NYO4nWOL+qQ==
safe-buffer 5.2.1 MIT rp3So07KcdmmKbGvgaNxQSJr7bGVSVk5S9Eq1F+ppbRo70+YeaDxkw5Dd8NPN+GD6bjnYm2VuPuCXmpuYvmCXQ==
statuses 1.5.0 MIT OpZ3zP+jT1PI7I8nemJX4AKmAX070ZkYPVWV/AaKTJl+tXCTGyVdC1a4SL8RUQYEwk/f34ZX8UTykN68FwrqAA==
unpipe 1.0.0 MIT pjy2bYhSsufwWlKwPc+l3cN7+wuJlK6uz0YdJEOlQDbl6jo/YlPi4mb8agUkVC8BF7V8NuzeyPNqRksA3hztKQ==
utils-merge 1.0.1 MIT pMZTvIkT1d+TFGvDOqodOclx0QWkkgi6Tdoa8gC8ffGAAqz9pzPTZWAybbsHHoED/ztMtkv/VoYTYyShUn81hA==
`;

const vulnerable = `
axios 0.21.1 MIT dKQiRHxGD9PPRIUNIWvZhPTPpl1rf/OxTYKsqKUDjBwYylTvV7SjSHJb9ratfyzM6wCdLCOYLzs73qpg5c4iGA== follow-redirects@^1.10.0
follow-redirects 1.13.3 MIT DUgl6+HDzB0iEptNQEXLx/KhTmDb8tZUHSeLqpnjpknR70H0nC2t9N73BK6fN4hOvJ84pKlIQVQ4k5FFlBedKA==
jsonwebtoken 8.5.1 MIT XjwVfRS6jTMsqYs0EsuJ4LGxXV14zQybNd4L2r0UvbVnSF9Af8x7p5MzbJ90Ioz/9TI41/hTCvznF/loiSzn8w== jws@^3.2.2 lodash.includes@^4.3.0 lodash.isboolean@^3.0.3 lodash.isinteger@^4.0.4 lodash.isnumber@^3.0.3 lodash.isplainobject@^4.0.6 lodash.isstring@^4.0.1 lodash.once@^4.0.0 ms@^2.1.1 semver@^5.6.0
jwa 1.4.2 MIT eeH5JO+21J78qMvTIDdBXidBd6nG2kZjg5Ohz/1fpa28Z4CcsWUzJ1ZZyFq/3z3N17aZy+ZuBoHljASbL1WfOw== buffer-equal-constant-time@^1.0.1 ecdsa-sig-formatter@1.0.11 safe-buffer@^5.0.1
jws 3.2.3 MIT byiJ0FLRdLdSVSReO/U4E7RoEyOCKnEnEPMjq3HxWtvzLsV08/i5RQKsFVNkCldrCaPr2vDNAOMsfs8T/Hze7g== jwa@^1.4.2 safe-buffer@^5.0.1
lodash 4.17.15 MIT 8xOcRHvCjnocdS5cpwXQXVzmmh5e5+saE2QGoeQmbKmRS6J3VQppPOIt0MnmE+4xlZoumy0GPG0D0MVIQbNA1A==
minimist 1.2.5 MIT FM9nNUYrRBAELZQT3xeZQ7fmMOBg6nWNmJKTcgsJeaLstP/UODVpGsr5OhXhhXg6f+qtJ8uiZ+PUxkDWcgIXLw==
mkdirp 0.5.5 MIT NKmAlESf6jMGym1++R0Ra7wvhV+wFW63FaSOFPwRahvea0gMUcGUhVeAg/0BC0wiv9ih5NYPB1Wn1UEI1/L+xQ== minimist@^1.2.5
semver 5.7.3 ISC kM18BPOqTi0+TB68703/GJRpAML5Me+IDQsR1J26YB3EFKKNEyHIVZuWDX7+WKQB3tHwDwgk24BfhdpWUbytvQ==
`;

const fixed = `
jsonwebtoken 9.0.3 MIT MT/xP0CrubFRNLNKvxJ2BYfy53Zkm++5bX9dtuPbqAeQpTVe0MQTFhao8+Cp//EmJp244xt6Drw/GVEGCUj40g== jws@^4.0.1 lodash.includes@^4.3.0 lodash.isboolean@^3.0.3 lodash.isinteger@^4.0.4 lodash.isnumber@^3.0.3 lodash.isplainobject@^4.0.6 lodash.isstring@^4.0.1 lodash.once@^4.0.0 ms@^2.1.1 semver@^7.5.4
jwa 2.0.1 MIT hRF04fqJIP8Abbkq5NKGN0Bbr3JxlQ+qhZufXVr0DvujKy93ZCbXZMHDL4EOtodSbCWxOqR8MS1tXA5hwqCXDg== buffer-equal-constant-time@^1.0.1 ecdsa-sig-formatter@1.0.11 safe-buffer@^5.0.1
jws 4.0.1 MIT EKI/M/yqPncGUUh44xz0PxSidXFr/+r0pA70+gIYhjv+et7yxM+s29Y+VGDkovRofQem0fs7Uvf4+YmAdyRduA== jwa@^2.0.1 safe-buffer@^5.0.1
lodash 4.18.1 MIT dMInicTPVE8d1e5otfwmmjlxkZoUpiVLwyeTdUsi/Caj/gfzzblBcCE5sRHV/AsjuCmxWrte2TNGSYuCeCq+0Q==
minimist 1.2.8 MIT 2yyAR8qBkN3YuheJanUpWC5U3bb5osDywNB8RzDVlDwDHbocAJveqqj1u8+SVD7jkWT4yvsHCpWqqWqAxb0zCA==
mkdirp 0.5.6 MIT FP+p8RB8OWpF3YZBCrP5gtADmtXApB5AMLn+vdyA+PyxCjrCs00mjyUozssO33cwDeT3wNGdLxJ5M//YqtHAJw== minimist@^1.2.6
semver 7.8.6 ISC 9lpSSU4Mly3mrtruwLs1eLK6+gzbzqeBFwRNjIjE+9LuDpWdYctrQlQ3ej1Ilgi7gknpsTRnPoLP8DpCHqHIJw==
`;

/** The two commits of the sample. */
export type Edition = 'vulnerable' | 'fixed';

const direct: Record<Edition, string[]> = {
  vulnerable: ['axios', 'connect', 'jsonwebtoken', 'lodash', 'mkdirp'],
  fixed: ['connect', 'jsonwebtoken', 'lodash', 'mkdirp'],
};

const versions: Record<Edition, string> = { vulnerable: '1.4.0', fixed: '1.4.1' };

interface Installed {
  version: string;
  integrity: string;
  license: string;
  dependencies?: Record<string, string>;
}

/** Splits at the last `@`, because the first one may begin a scope. */
const dependency = (text: string): [string, string] => {
  const at = text.lastIndexOf('@');
  return [text.slice(0, at), text.slice(at + 1)];
};

const entryOf = (row: string): [string, Installed] => {
  const [place = '', version = '', license = '', sha512, ...needed] = row.split(' ');
  const needs = needed.length > 0 && { dependencies: Object.fromEntries(needed.map(dependency)) };
  return [`node_modules/${place}`, { version, integrity: `sha512-${sha512}`, license, ...needs }];
};

const installed = (edition: Edition): [string, Installed][] =>
  `${common}${edition === 'fixed' ? fixed : vulnerable}`
    .split('\n')
    .filter((row) => row !== '')
    .map(entryOf)
    .sort(([a], [b]) => (a < b ? -1 : 1));

const projectOf = (edition: Edition) => {
  const places = new Map(installed(edition));
  const dependencies = direct[edition].map((name) => [name, places.get(`node_modules/${name}`)?.version]);
  return {
    name: 'storefront',
    version: versions[edition],
    license: 'MIT',
    dependencies: Object.fromEntries(dependencies) as Record<string, string>,
  };
};

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

export const packageJson = (edition: Edition): string => {
  const { dependencies, ...project } = projectOf(edition);
  return json({ ...project, private: true, scripts: { start: 'node src/server.js' }, dependencies });
};

/** @returns the package-lock.json, version 3. */
export const packageLock = (edition: Edition): string => {
  const project = projectOf(edition);
  const packages = Object.fromEntries([['', project], ...installed(edition)]);
  return json({ name: project.name, version: project.version, lockfileVersion: 3, requires: true, packages });
};
