/** A Rails controller with one action. */
export const action = (body: string): string => `class UsersController < ApplicationController
  def show
${body
  .split('\n')
  .map((line) => `    ${line}`)
  .join('\n')}
  end
end
`;

/** A Sinatra application with one route. */
export const route = (body: string): string => `require 'sinatra'

get '/users/:name' do
${body
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}
end
`;
