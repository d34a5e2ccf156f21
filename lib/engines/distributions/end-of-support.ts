import type { Ecosystem } from '../model/component.ts';

/**
 * The days on which releases stopped getting security fixes for everyone, and so new advisories, as their projects announced
 * them; of Debian with its long-term support, and of SUSE with its general one. A release that is not listed is supported or unknown.
 */
const ends: Readonly<Record<string, string>> = {
  'Debian:7': '2018-05-31',
  'Debian:8': '2020-06-30',
  'Debian:9': '2022-06-30',
  'Debian:10': '2024-06-30',
  'Debian:11': '2026-08-31',
  'Debian:12': '2028-06-30',
  'Ubuntu:10.04': '2015-04-30',
  'Ubuntu:12.04': '2017-04-28',
  'Ubuntu:14.04': '2019-04-30',
  'Ubuntu:14.10': '2015-07-23',
  'Ubuntu:15.04': '2016-02-04',
  'Ubuntu:15.10': '2016-07-28',
  'Ubuntu:16.04': '2021-04-30',
  'Ubuntu:16.10': '2017-07-20',
  'Ubuntu:17.04': '2018-01-13',
  'Ubuntu:17.10': '2018-07-19',
  'Ubuntu:18.04': '2023-05-31',
  'Ubuntu:18.10': '2019-07-18',
  'Ubuntu:19.04': '2020-01-23',
  'Ubuntu:19.10': '2020-07-17',
  'Ubuntu:20.04': '2025-05-31',
  'Ubuntu:20.10': '2021-07-22',
  'Ubuntu:21.04': '2022-01-20',
  'Ubuntu:21.10': '2022-07-14',
  'Ubuntu:22.10': '2023-07-20',
  'Ubuntu:23.04': '2024-01-25',
  'Ubuntu:23.10': '2024-07-11',
  'Ubuntu:24.10': '2025-07-10',
  'Ubuntu:25.04': '2026-01-15',
  'Alpine:v3.2': '2017-05-01',
  'Alpine:v3.3': '2017-11-01',
  'Alpine:v3.4': '2018-05-01',
  'Alpine:v3.5': '2018-11-01',
  'Alpine:v3.6': '2019-05-01',
  'Alpine:v3.7': '2019-11-01',
  'Alpine:v3.8': '2020-05-01',
  'Alpine:v3.9': '2020-11-01',
  'Alpine:v3.10': '2021-05-01',
  'Alpine:v3.11': '2021-11-01',
  'Alpine:v3.12': '2022-05-01',
  'Alpine:v3.13': '2022-11-01',
  'Alpine:v3.14': '2023-05-01',
  'Alpine:v3.15': '2023-11-01',
  'Alpine:v3.16': '2024-05-23',
  'Alpine:v3.17': '2024-11-22',
  'Alpine:v3.18': '2025-05-09',
  'Alpine:v3.19': '2025-11-01',
  'Alpine:v3.20': '2026-04-01',
  'Alpine:v3.21': '2026-11-01',
  'Red Hat:4': '2012-02-29',
  'Red Hat:5': '2017-03-31',
  'Red Hat:6': '2020-11-30',
  'Red Hat:7': '2024-06-30',
  'SUSE:11': '2010-12-31',
  'SUSE:11.1': '2012-08-31',
  'SUSE:11.2': '2014-01-31',
  'SUSE:11.3': '2016-01-31',
  'SUSE:11.4': '2019-03-31',
  'SUSE:12': '2016-06-30',
  'SUSE:12.1': '2017-05-31',
  'SUSE:12.2': '2018-03-31',
  'SUSE:12.3': '2019-06-30',
  'SUSE:12.4': '2020-06-30',
  'SUSE:12.5': '2024-10-31',
  'SUSE:15': '2019-12-31',
  'SUSE:15.1': '2021-01-31',
  'SUSE:15.2': '2021-12-31',
  'SUSE:15.3': '2022-12-31',
  'SUSE:15.4': '2023-12-31',
  'SUSE:15.5': '2024-12-31',
  'SUSE:15.6': '2025-12-31',
  'openSUSE:Leap 42.1': '2017-05-17',
  'openSUSE:Leap 42.2': '2018-01-26',
  'openSUSE:Leap 42.3': '2019-06-30',
  'openSUSE:Leap 15.0': '2019-12-03',
  'openSUSE:Leap 15.1': '2021-02-02',
  'openSUSE:Leap 15.2': '2022-01-04',
  'openSUSE:Leap 15.3': '2022-12-31',
  'openSUSE:Leap 15.4': '2023-12-07',
  'openSUSE:Leap 15.5': '2024-12-31',
  'openSUSE:Leap 15.6': '2026-04-30',
};

const paid: Readonly<Record<string, string>> = {
  Ubuntu: ', or listed for Ubuntu Pro only',
  'Red Hat': ', or listed for a paid extension only',
  SUSE: ', or listed for a paid extension only',
};

/**
 * Returns why the absence of a match proves little for a release that had lost its support at a given time.
 * @param at ISO instant of the advisories; without it there is no result.
 */
export const endOfSupport = (ecosystem: Ecosystem, at: string | undefined): string | undefined => {
  const ended = Object.hasOwn(ends, ecosystem) ? ends[ecosystem] : undefined;
  if (at === undefined || ended === undefined || ended >= at.slice(0, 10)) return undefined;
  const [distribution = ''] = ecosystem.split(':', 1);
  return `${ecosystem.replace(/:v?/, ' ')} had no support after ${ended}: what was found later may not be known${paid[distribution] ?? ''}`;
};
