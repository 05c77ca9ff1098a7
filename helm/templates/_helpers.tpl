{{- define "console.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{- define "console.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 50 | trimSuffix "-" -}}
{{- else if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "console.name" .) | trunc 50 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "console.platformName" -}}
{{- printf "%s-platform" (include "console.fullname" .) -}}
{{- end -}}

{{- define "console.secretName" -}}
{{- default (include "console.fullname" .) .Values.secrets.existingSecret -}}
{{- end -}}

{{- define "console.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | quote }}
app.kubernetes.io/name: {{ include "console.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- /* Which pods belong to a part: (dict "root" . "part" "gateway"). */ -}}
{{- define "console.selector" -}}
app.kubernetes.io/name: {{ include "console.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "console.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- define "console.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "console.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{- define "console.scheduling" -}}
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* A variable whose value is not the process's own default: (dict "name" ... "value" ...). */ -}}
{{- define "console.env" -}}
{{- if not (empty .value) }}
- name: {{ .name }}
  value: {{ .value | toString | quote }}
{{- end }}
{{- end -}}

{{- /* A variable from the Secret: (dict "root" . "name" ... "optional" false). */ -}}
{{- define "console.secretEnv" -}}
- name: {{ .name }}
  valueFrom:
    secretKeyRef:
      name: {{ include "console.secretName" .root }}
      key: {{ .name }}
{{- if .optional }}
      optional: true
{{- end }}
{{- end -}}

{{- define "console.pusherEnv" -}}
{{ include "console.env" (dict "name" "PUSHER_CLUSTER" "value" .Values.pusher.cluster) }}
{{ include "console.env" (dict "name" "PUSHER_HOST" "value" .Values.pusher.host) }}
{{ include "console.env" (dict "name" "PUSHER_PORT" "value" .Values.pusher.port) }}
- name: PUSHER_TLS
  value: {{ .Values.pusher.tls | quote }}
{{- end -}}

{{- define "console.gatewayEnv" -}}
- name: PORT
  value: '8080'
{{ include "console.env" (dict "name" "PUBLIC_URL" "value" .Values.publicUrl) }}
{{ include "console.env" (dict "name" "LOG_LEVEL" "value" .Values.logLevel) }}
{{ include "console.env" (dict "name" "TRUST_PROXY" "value" .Values.trustProxy) }}
{{ include "console.env" (dict "name" "STAGE" "value" .Values.stage) }}
{{ include "console.env" (dict "name" "SESSION_MAX_AGE" "value" .Values.session.maxAge) }}
{{ include "console.env" (dict "name" "SESSION_IDLE" "value" .Values.session.idle) }}
{{ include "console.env" (dict "name" "MAX_SOCKETS" "value" (int64 .Values.gateway.maxSockets)) }}
{{ include "console.env" (dict "name" "MAX_SOCKETS_PER_USER" "value" (int64 .Values.gateway.maxSocketsPerUser)) }}
{{ include "console.env" (dict "name" "SSO_AUTHORIZE_URL" "value" .Values.sso.authorizeUrl) }}
{{ include "console.env" (dict "name" "SSO_LOGOUT_URL" "value" .Values.sso.logoutUrl) }}
{{ include "console.env" (dict "name" "SSO_VENDOR" "value" .Values.sso.vendor) }}
- name: SSO_REQUIRE_STATE
  value: {{ .Values.sso.requireState | quote }}
{{ include "console.env" (dict "name" "DEPLOYABLE_WORKERS" "value" .Values.deployableWorkers) }}
{{- if .Values.metrics.enabled }}
- name: METRICS_PORT
  value: {{ .Values.metrics.port | quote }}
{{- end }}
{{ include "console.secretEnv" (dict "root" . "name" "SESSION_KEY") }}
{{- if eq .Values.platform.mode "none" }}
{{ include "console.env" (dict "name" "PLATFORM_URL" "value" .Values.platform.url) }}
{{ include "console.env" (dict "name" "CONNECT_URL" "value" .Values.platform.connectUrl) }}
{{ include "console.secretEnv" (dict "root" . "name" "PUSHER_KEY") }}
{{ include "console.pusherEnv" . }}
{{- else if eq .Values.platform.mode "scaled" }}
- name: PLATFORM_URL
  value: http://{{ include "console.platformName" . }}:8081
{{ include "console.secretEnv" (dict "root" . "name" "PUSHER_KEY") }}
{{- if .Values.pusher.appId }}
{{ include "console.pusherEnv" . }}
{{- else }}
- name: PUSHER_HOST
  value: {{ include "console.platformName" . }}
- name: PUSHER_PORT
  value: '8081'
- name: PUSHER_TLS
  value: 'false'
{{- end }}
{{- else }}
- name: DATA_DIR
  value: /data
{{- end }}
{{- end -}}

{{- define "console.platformEnv" -}}
{{ include "console.env" (dict "name" "ADMIN_EMAIL" "value" .Values.platform.adminEmail) }}
{{ include "console.secretEnv" (dict "root" . "name" "ADMIN_PASSWORD") }}
{{ include "console.secretEnv" (dict "root" . "name" "SECRETS_KEY") }}
{{ include "console.secretEnv" (dict "root" . "name" "SMTP_URL" "optional" true) }}
{{ include "console.env" (dict "name" "MAIL_FROM" "value" .Values.platform.mailFrom) }}
{{ include "console.env" (dict "name" "RETENTION_DAYS" "value" (int64 .Values.platform.retentionDays)) }}
{{ include "console.env" (dict "name" "QUEUE" "value" .Values.platform.queue) }}
{{ include "console.env" (dict "name" "QUEUE_URL_BASE" "value" .Values.platform.queueUrlBase) }}
{{ include "console.env" (dict "name" "FLUX_GIT_URL" "value" .Values.platform.fluxGitUrl) }}
{{- if .Values.pusher.appId }}
{{ include "console.env" (dict "name" "PUSHER_APP_ID" "value" .Values.pusher.appId) }}
{{ include "console.secretEnv" (dict "root" . "name" "PUSHER_SECRET") }}
{{- end }}
{{- end -}}
