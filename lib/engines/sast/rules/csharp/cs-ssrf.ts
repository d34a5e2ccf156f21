import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { hasFixedHost, isNamed } from './conditions.ts';
import { action, method } from './samples.ts';

export const csSsrf: Rule = {
  id: 'cs-ssrf',
  cwe: 'CWE-918',
  severity: 'high',
  title: 'Request to an untrusted URL',
  message:
    'Untrusted input decides which host this service contacts, so that it can reach internal services.',
  help: 'Only call hosts on an allow list, and put untrusted input into the path or the query of a fixed address.',
  category: 'ssrf',
  sinks: [
    {
      call: [
        '*.{GetStringAsync,GetByteArrayAsync,GetStreamAsync,GetFromJsonAsync,PostAsJsonAsync,PutAsJsonAsync}',
        'WebRequest.{Create,CreateHttp}',
        '{WebClient,WebClient()}.{DownloadString,DownloadData,DownloadFile,DownloadStringTaskAsync,OpenRead,UploadString}',
        '{RestClient,RestRequest}',
      ],
      unless: hasFixedHost,
    },
    {
      call: ['*.{GetAsync,PostAsync,PutAsync,DeleteAsync,PatchAsync}'],
      when: ({ receiver }) =>
        isNamed(receiver, /http|client/i) &&
        !isNamed(receiver, /cache|blob|table|cosmos|redis|elastic|dapr|graph|mongo/i),
      unless: hasFixedHost,
    },
    { call: ['HttpRequestMessage', '*.ConnectAsync'], args: [1], unless: hasFixedHost },
    { write: ['*.BaseAddress', 'HttpRequestMessage.RequestUri', '*.RequestUri'], unless: hasFixedHost },
  ],
  positives: [
    action('        var text = await _httpClient.GetStringAsync(q); // HERE'),
    action('        var answer = await client.GetAsync("https://" + q + "/status"); // HERE'),
    action('        var request = WebRequest.Create(q); // HERE'),
    action('        var message = new HttpRequestMessage(HttpMethod.Get, q); // HERE'),
  ],
  negatives: [
    action(
      '        await _httpClient.GetStringAsync("https://api.example.com/users/" + Uri.EscapeDataString(q));',
    ),
    action('        await _httpClient.GetAsync($"/users/{q}");'),
    action('        await _httpClient.GetAsync($"{_options.Url}/users?name={q}");'),
    action('        await cacheClient.GetAsync(q);'),
  ],
};

export const csSsrfFromParameter = fromParameter(csSsrf, {
  id: 'cs-ssrf-from-parameter',
  title: 'Request to an address from a parameter',
  does: 'contacts the host that its argument names',
  words: [
    'HttpClient',
    'RestClient',
    'WebClient',
    'WebRequest',
    'HttpRequestMessage',
    'httpClient',
    '_httpClient',
    'client',
    '_client',
  ],
  positives: [
    method(
      '        var text = await client.GetStringAsync(address); // HERE',
      'HttpClient client, string address',
    ),
  ],
  negatives: [
    method(
      '        var text = await client.GetStringAsync("https://api.example.com/" + name);',
      'HttpClient client, string name',
    ),
  ],
});
