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
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | quote }}
app.kubernetes.io/name: {{ include "console.name" . | quote }}
app.kubernetes.io/instance: {{ .Release.Name | quote }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- /* Selector of the pods of a part: (dict "root" . "part" "gateway"). */ -}}
{{- define "console.selector" -}}
app.kubernetes.io/name: {{ include "console.name" .root | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{- define "console.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{- /* Fields that the pods of both parts share: (dict "root" . "part" "gateway" "spread" true). */ -}}
{{- define "console.pod" -}}
{{- $values := .root.Values -}}
serviceAccountName: {{ include "console.fullname" .root | quote }}
automountServiceAccountToken: false
enableServiceLinks: false
# Endpoints drop the pod within 5 seconds (preStop); the shutdown after that takes at most 10.
terminationGracePeriodSeconds: 30
securityContext:
  runAsNonRoot: true
  runAsUser: 65532
  runAsGroup: 65532
  fsGroup: 65532
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- with $values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
{{- if .spread }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "console.selector" . | nindent 8 }}
{{- end }}
{{- end -}}

{{- /* Fields that the containers of both parts share. */ -}}
{{- define "console.container" -}}
image: {{ include "console.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
lifecycle:
  preStop:
    exec: { command: [sleep, '5'] }
{{- end -}}

{{- /* Finds a process that hangs within 15 seconds; one that hangs does not use the time for its shutdown. */ -}}
{{- define "console.liveness" -}}
httpGet: { path: /healthz, port: http }
periodSeconds: 4
timeoutSeconds: 3
failureThreshold: 3
terminationGracePeriodSeconds: 10
{{- end -}}

{{- /* Labels and annotations of the pods of a part, as "console.selector". */ -}}
{{- define "console.podMetadata" -}}
labels:
  {{- include "console.selector" . | nindent 2 }}
  {{- with .root.Values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- $annotations := merge (include "console.secretsChecksum" .root | fromJson) .root.Values.podAnnotations -}}
{{- with $annotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /*
A JSON object with the annotation that restarts pods when the given secrets change; empty without any. Generated keys never
change, and the first password is only read with an empty database. scrypt, because it is slow: a reader of pod specifications
must not be able to guess a short password.
*/ -}}
{{- define "console.secretsChecksum" -}}
{{- $given := omit (include "console.givenSecrets" . | fromJson) "ADMIN_PASSWORD" -}}
{{- if $given -}}
{{- $digest := derivePassword 1 "maximum" (toJson $given) .Release.Name .Release.Namespace | sha256sum -}}
{{- dict "checksum/secrets" $digest | toJson -}}
{{- else -}}
{}
{{- end -}}
{{- end -}}
