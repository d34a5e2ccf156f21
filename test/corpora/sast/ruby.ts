import { casesOf, type QualityCase } from './quality-case.ts';

/** Realistic pieces of Ruby, most of them of applications with Rails or Sinatra. */
export const rubyCases: readonly QualityCase[] = [
  ...casesOf(
    'sql',
    `
class OrdersController < ApplicationController
  before_action :load_orders, only: :index

  def index
    render json: @orders
  end

  private

  def load_orders
    @orders = Order.where("status = '#{params[:status]}'") # ! rb-sql-injection
  end
end
---
class OrdersController < ApplicationController
  def index
    @orders = Order.where(status: params[:status]).order(created_at: :desc)
    @orders = @orders.where("total > ?", params[:min]) if params[:min].present?
    @count = Order.where("customer_id = #{params[:customer_id].to_i}").count
  end
end
---
class OrdersController < ApplicationController
  SORTABLE = %w[name total].freeze

  def index
    sort = params[:sort]
    sort = "name" unless SORTABLE.include?(sort)
    @orders = Order.order("#{sort} asc")
  end

  def export
    rows = ActiveRecord::Base.connection.select_all("SELECT * FROM orders WHERE name LIKE '%#{params[:q]}%'") # ! rb-sql-injection
    send_data rows.to_a.to_json
  end
end
---
class Order < ApplicationRecord
  scope :named, ->(name) { where("name = ?", name) }

  def self.search(query)
    sanitized = sanitize_sql_like(query)
    where("name LIKE ?", "%#{sanitized}%")
  end
end
`,
  ),
  ...casesOf(
    'command and code',
    `
class ImagesController < ApplicationController
  def create
    name = params[:image][:name]
    system("convert uploads/#{name} -resize 100x100 thumbs/#{name}") # ! rb-command-injection
    system("convert", "uploads/#{File.basename(name)}", "thumbs/a.png")
  end
end
---
class ReportsController < ApplicationController
  def show
    report = Report.find(params[:id])
    value = report.public_send(params[:column]) # ! rb-dynamic-send
    render json: { value: value }
  end

  def safe
    column = params[:column]
    return head :bad_request unless %w[name total].include?(column)

    render json: { value: Report.first.public_send(column) }
  end
end
---
class JobsController < ApplicationController
  def create
    job = params[:job].constantize.new # ! rb-unsafe-reflection
    job.perform_later
    head :created
  end

  def safe
    JOBS.fetch(params[:job]).perform_later
  end
end
---
def pull(branch)
  \`git pull origin #{Shellwords.escape(branch)}\`
end
pull(ARGV.first)
`,
  ),
  ...casesOf(
    'pages and redirects',
    `
class SessionsController < ApplicationController
  def create
    user = User.authenticate(params[:email], params[:password])
    if user
      session[:user_id] = user.id
      redirect_to params[:return_to] || root_path # ! rb-open-redirect
    else
      flash[:error] = "No such user"
      redirect_to login_path, only_path: true
    end
  end

  def destroy
    reset_session
    redirect_to root_url
  end
end
---
module ApplicationHelper
  def badge(text)
    content_tag(:span, text, class: "badge")
  end

  def notice
    "<p>#{ERB::Util.html_escape(params[:notice])}</p>".html_safe
  end

  def banner
    "<p>#{params[:banner]}</p>".html_safe # ! rb-xss
  end
end
---
require 'sinatra'

get '/hello/:name' do |name|
  "<h1>Hello #{name}</h1>" # ! rb-xss
end

get '/bye/:name' do
  erb :bye, locals: { name: params[:name] }
end

post '/login' do
  redirect to("/users/#{params[:id]}")
end
---
class UsersController < ApplicationController
  def update
    @user = User.find(params[:id])
    if @user.update(user_params)
      redirect_to @user, notice: "Saved"
    else
      render :edit
    end
  end

  private

  def user_params
    params.require(:user).permit(:name, :email)
  end
end
`,
  ),
  ...casesOf(
    'files and requests',
    `
class DocumentsController < ApplicationController
  def show
    send_file Rails.root.join("documents", params[:name]) # ! rb-path-traversal
  end

  def safe
    path = Rails.root.join("documents", File.basename(params[:name]))
    send_file path
  end
end
---
class WebhooksController < ApplicationController
  def test
    uri = URI(params[:url])
    response = Net::HTTP.get_response(uri) # ! rb-ssrf
    render json: { status: response.code }
  end

  def safe
    response = HTTParty.get("https://api.example.com/v1/#{params[:id]}")
    render json: response.parsed_response
  end
end
---
class CartController < ApplicationController
  def show
    @cart = Marshal.load(Base64.decode64(cookies[:cart])) # ! rb-unsafe-deserialization
    @other = JSON.parse(cookies[:other] || "{}")
    @settings = YAML.safe_load(params[:settings])
  end
end
---
http = Net::HTTP.new("api.example.com", 443)
http.use_ssl = true
http.verify_mode = OpenSSL::SSL::VERIFY_NONE # ! rb-tls-unverified
`,
  ),
  ...casesOf(
    'settings and secrets',
    `
class User < ApplicationRecord
  validates :name, format: { with: /^[a-z]+$/ } # ! rb-line-anchor
  validates :slug, format: { with: /\\A[a-z]+\\z/ }

  before_create do
    self.confirmation_token = SecureRandom.hex(10)
  end

  def password=(password)
    self.password_digest = Digest::SHA1.hexdigest(password) # ! rb-weak-password-hash
  end
end
---
class User < ApplicationRecord
  has_secure_password

  def invite
    self.invitation_token = Array.new(8) { rand(36).to_s(36) }.join # ! rb-weak-random
    save!
  end

  def gravatar
    "https://gravatar.com/avatar/#{Digest::MD5.hexdigest(email)}"
  end
end
---
class AccountsController < ApplicationController
  def update
    digest = Digest::MD5.new
    digest << params[:text]
    current_user.password_hash = digest.hexdigest # ! rb-weak-password-hash
    current_user.password_hash = BCrypt::Password.create(params[:text])
    current_user.etag = Digest::SHA256.hexdigest(current_user.updated_at.to_s)
  end
end
---
$token_key = "correct horse battery"

class TokensController < ApplicationController
  def create
    claims = { user: current_user.id, password: params[:password] }
    render json: { token: JWT.encode(claims, ENV.fetch("TOKEN_KEY"), "HS256") } # ! rb-password-in-jwt
  end

  def renew
    render json: { token: JWT.encode({ user: current_user.id }, $token_key, "HS256") } # ! rb-hardcoded-key
  end

  def try
    render json: { token: JWT.encode({ user: 0 }, nil, "HS256") } # ! rb-jwt-empty-key
  end

  def open
    render json: { token: JWT.encode({ user: current_user.id }, Rails.application.credentials.token_key, "HS256") }
  end
end
---
Rails.application.config.session_store :cookie_store, key: "_app", httponly: false # ! rb-cookie-without-httponly
Rails.application.config.secret_key_base = ENV.fetch("SECRET_KEY_BASE")
`,
  ),
];
