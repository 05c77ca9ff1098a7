{{- /* Variables by name; one without a value keeps the default of the process. No secrets. */ -}}
{{- define "console.env" -}}
{{- range $name, $value := . }}
{{- if kindIs "float64" $value }}{{ $value = int64 $value }}{{ end }}
{{- if ne (toString (default "" $value)) "" }}
- name: {{ $name | quote }}
  value: {{ $value | toString | quote }}
{{- else if kindIs "bool" $value }}
- name: {{ $name | quote }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- /* Variables from the Secret: (dict "root" . "names" list "optional" list). */ -}}
{{- define "console.secretEnv" -}}
{{- $root := .root -}}
{{- $optional := .optional -}}
{{- range concat .names .optional }}
- name: {{ . }}
  valueFrom:
    secretKeyRef:
      name: {{ include "console.secretName" $root | quote }}
      key: {{ . }}
      {{- if has . $optional }}
      optional: true
      {{- end }}
{{- end }}
{{- end -}}

{{- /* The realtime service as JSON: the configured one, the platform's own in mode scaled, else nothing. */ -}}
{{- define "console.pusher" -}}
{{- if or .Values.pusher.appId (eq .Values.platform.mode "none") -}}
{{- dict "PUSHER_CLUSTER" .Values.pusher.cluster "PUSHER_HOST" .Values.pusher.host "PUSHER_PORT" .Values.pusher.port "PUSHER_TLS" .Values.pusher.tls | toJson -}}
{{- else if eq .Values.platform.mode "scaled" -}}
{{- dict "PUSHER_HOST" (include "console.platformName" .) "PUSHER_PORT" "8081" "PUSHER_TLS" false | toJson -}}
{{- else -}}
{}
{{- end -}}
{{- end -}}

{{- /* Settings of the gateway and, in mode embedded, of the platform, as JSON. */ -}}
{{- define "console.gatewaySettings" -}}
{{- $v := .Values -}}
{{- $settings := dict "HOST" $v.listenAddress "PORT" "8080" "PUBLIC_URL" $v.publicUrl "LOG_LEVEL" $v.logLevel "TRUST_PROXY" $v.trustProxy "STAGE" $v.stage -}}
{{- $_ := set $settings "SESSION_MAX_AGE" $v.session.maxAge -}}
{{- $_ := set $settings "SESSION_IDLE" $v.session.idle -}}
{{- $_ := set $settings "MAX_SOCKETS" $v.gateway.maxSockets -}}
{{- $_ := set $settings "MAX_SOCKETS_PER_USER" $v.gateway.maxSocketsPerUser -}}
{{- $_ := set $settings "SSO_AUTHORIZE_URL" $v.sso.authorizeUrl -}}
{{- $_ := set $settings "SSO_LOGOUT_URL" $v.sso.logoutUrl -}}
{{- $_ := set $settings "SSO_VENDOR" $v.sso.vendor -}}
{{- $_ := set $settings "SSO_REQUIRE_STATE" $v.sso.requireState -}}
{{- $_ := set $settings "DEPLOYABLE_WORKERS" $v.deployableWorkers -}}
{{- if $v.metrics.enabled -}}{{- $_ := set $settings "METRICS_PORT" $v.metrics.port -}}{{- end -}}
{{- $_ := set $settings "TRACE_URL_TEMPLATE" $v.traces.urlTemplate -}}
{{- $settings = merge $settings (include "console.traceSettings" . | fromJson) -}}
{{- if eq $v.platform.mode "none" -}}
{{- $_ := set $settings "PLATFORM_URL" $v.platform.url -}}
{{- $_ := set $settings "CONNECT_URL" $v.platform.connectUrl -}}
{{- else if eq $v.platform.mode "scaled" -}}
{{- $_ := set $settings "PLATFORM_URL" (printf "http://%s:8081" (include "console.platformName" .)) -}}
{{- /* Workers reach the platform through the gateways only. */ -}}
{{- $_ := set $settings "QUEUE_PROXY" (eq $v.platform.queue "embedded") -}}
{{- /* The platform is the chart's, so every worker is deployable, as in mode embedded. */ -}}
{{- $_ := set $settings "DEPLOYABLE_WORKERS" (default "*" $v.deployableWorkers) -}}
{{- /* In mode embedded the gateway reads the issuer and sets this itself. */ -}}
{{- if and $v.oidc.issuer (not $v.sso.authorizeUrl) -}}
{{- $_ := set $settings "SSO_AUTHORIZE_URL" (printf "%s/api/oidc/authorize" (regexReplaceAll "/+$" $v.publicUrl "")) -}}
{{- $_ := set $settings "SSO_REQUIRE_STATE" true -}}
{{- end -}}
{{- else -}}
{{- $_ := set $settings "DATA_DIR" "/data" -}}
{{- $settings = merge $settings (include "console.platformSettings" . | fromJson) -}}
{{- end -}}
{{- merge $settings (include "console.pusher" . | fromJson) | toJson -}}
{{- end -}}

{{- /* Settings of traces, of every process, as JSON. */ -}}
{{- define "console.traceSettings" -}}
{{- $v := .Values.traces -}}
{{- dict "OTEL_EXPORTER_OTLP_ENDPOINT" $v.endpoint "OTEL_SERVICE_NAME" $v.serviceName "OTEL_RESOURCE_ATTRIBUTES" $v.resourceAttributes "OTEL_TRACES_SAMPLER" $v.sampler "OTEL_TRACES_SAMPLER_ARG" (toString $v.samplerArg) | toJson -}}
{{- end -}}

{{- /* Settings of the platform, embedded or separate, as JSON. */ -}}
{{- define "console.platformSettings" -}}
{{- $v := .Values.platform -}}
{{- $settings := dict "PUBLIC_URL" .Values.publicUrl "LOG_LEVEL" .Values.logLevel "PUSHER_APP_ID" .Values.pusher.appId -}}
{{- $_ := set $settings "ADMIN_EMAIL" $v.adminEmail -}}
{{- $_ := set $settings "MAIL_FROM" $v.mailFrom -}}
{{- $_ := set $settings "RETENTION_DAYS" $v.retentionDays -}}
{{- $_ := set $settings "QUEUE" $v.queue -}}
{{- $_ := set $settings "SQS_ENDPOINT" $v.sqsEndpoint -}}
{{- $_ := set $settings "QUEUE_URL_BASE" $v.queueUrlBase -}}
{{- $_ := set $settings "FLUX_GIT_URL" $v.fluxGitUrl -}}
{{- $_ := set $settings "FLUX_GIT_BRANCH" $v.fluxGitBranch -}}
{{- if include "console.gitKeys" . -}}
{{- $_ := set $settings "FLUX_GIT_SSH_KEY_FILE" "/etc/console-git/ssh-privatekey" -}}
{{- $_ := set $settings "FLUX_GIT_KNOWN_HOSTS_FILE" "/etc/console-git/known_hosts" -}}
{{- end -}}
{{- $_ := set $settings "OIDC_ISSUER" .Values.oidc.issuer -}}
{{- $_ := set $settings "OIDC_CLIENT_ID" .Values.oidc.clientId -}}
{{- if .Values.pusher.appId -}}{{- $settings = merge $settings (include "console.pusher" . | fromJson) -}}{{- end -}}
{{- merge $settings (include "console.traceSettings" . | fromJson) | toJson -}}
{{- end -}}

{{- /* Whether keys for a repository over ssh are mounted. */ -}}
{{- define "console.gitKeys" -}}
{{- if and .Values.platform.fluxGitSecret (hasPrefix "ssh:" .Values.platform.fluxGitUrl) -}}true{{- end -}}
{{- end -}}

{{- /* The token of a repository over https. */ -}}
{{- define "console.gitToken" -}}
{{- if and .Values.platform.fluxGitSecret (hasPrefix "https:" .Values.platform.fluxGitUrl) }}
- name: FLUX_GIT_TOKEN
  valueFrom:
    secretKeyRef:
      name: {{ .Values.platform.fluxGitSecret | quote }}
      key: token
{{- end }}
{{- end -}}

{{- define "console.gatewayEnv" -}}
{{- $embedded := eq .Values.platform.mode "embedded" -}}
{{- $names := list "SESSION_KEY" -}}
{{- $optional := list -}}
{{- if $embedded -}}
{{- $names = append $names "SECRETS_KEY" -}}
{{- $optional = list "ADMIN_PASSWORD" "SMTP_URL" -}}
{{- end -}}
{{- if .Values.traces.endpoint -}}{{- $optional = append $optional "OTEL_EXPORTER_OTLP_HEADERS" -}}{{- end -}}
{{- if or .Values.pusher.appId (not $embedded) -}}{{- $names = append $names "PUSHER_KEY" -}}{{- end -}}
{{- if and .Values.pusher.appId $embedded -}}{{- $names = append $names "PUSHER_SECRET" -}}{{- end -}}
{{- if and .Values.oidc.issuer $embedded -}}{{- $names = append $names "OIDC_CLIENT_SECRET" -}}{{- end -}}
{{- include "console.env" (include "console.gatewaySettings" . | fromJson) }}
{{- include "console.secretEnv" (dict "root" . "names" $names "optional" $optional) }}
{{- if $embedded }}{{ include "console.gitToken" . }}{{ end }}
{{- include "console.extraEnv" (dict "root" . "part" "gateway") }}
{{- end -}}

{{- define "console.platformEnv" -}}
{{- $names := list "DATABASE_URL" "SECRETS_KEY" "PUSHER_KEY" -}}
{{- if .Values.pusher.appId -}}{{- $names = append $names "PUSHER_SECRET" -}}{{- end -}}
{{- if .Values.oidc.issuer -}}{{- $names = append $names "OIDC_CLIENT_SECRET" -}}{{- end -}}
{{- /* The peers of the platform are the gateways; they name the address of the caller. */ -}}
{{- $where := dict "PLATFORM_HOST" .Values.listenAddress "PLATFORM_PORT" "8081" "TRUST_GATEWAYS" "1" -}}
{{- if .Values.metrics.enabled -}}{{- $_ := set $where "METRICS_PORT" .Values.metrics.port -}}{{- end -}}
{{- $optional := list "ADMIN_PASSWORD" "SMTP_URL" -}}
{{- if .Values.traces.endpoint -}}{{- $optional = append $optional "OTEL_EXPORTER_OTLP_HEADERS" -}}{{- end -}}
{{- include "console.env" (merge $where (include "console.platformSettings" . | fromJson)) }}
{{- include "console.secretEnv" (dict "root" . "names" $names "optional" $optional) }}
{{- include "console.gitToken" . }}
{{- include "console.extraEnv" (dict "root" . "part" "platform") }}
{{- end -}}

{{- /* The operator's additional variables for a part: (dict "root" . "part" "gateway"). Those that other values set are refused. */ -}}
{{- define "console.extraEnv" -}}
{{- $own := concat (include "console.gatewaySettings" .root | fromJson | keys) (include "console.platformSettings" .root | fromJson | keys) -}}
{{- $own = concat $own (list "DATA_DIR" "METRICS_PORT" "PLATFORM_URL" "CONNECT_URL" "PLATFORM_HOST" "PLATFORM_PORT" "TRUST_GATEWAYS" "PUSHER_CLUSTER" "PUSHER_HOST" "PUSHER_PORT" "PUSHER_TLS") -}}
{{- $own = concat $own (list "SESSION_KEY" "SECRETS_KEY" "ADMIN_PASSWORD" "PUSHER_KEY" "PUSHER_SECRET" "DATABASE_URL" "SMTP_URL" "OIDC_CLIENT_SECRET" "OTEL_EXPORTER_OTLP_HEADERS" "FLUX_GIT_TOKEN") -}}
{{- $extra := (get .root.Values .part).extraEnv -}}
{{- range $extra -}}
{{- if has .name $own -}}
{{- fail (printf "%s.extraEnv must not name %s: it is made of the chart's other values or of its Secret." $.part .name) -}}
{{- end -}}
{{- end -}}
{{- with $extra }}
{{ toYaml . }}
{{- end }}
{{- end -}}
