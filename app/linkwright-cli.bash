# SPDX-FileCopyrightText: 2026 The Linkwright authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Completion of linkwright-cli for bash.

_linkwright_cli ()
{
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb=${COMP_WORDS[1]}
  local integrate='--method --accuracy --step --stabilisation --time-constant'
  local assemble='--assemble --no-assemble'
  local common='--define --output'
  local sample='--until --every --progress'
  local words exports

  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W 'run solve contact kinematics inverse equilibrium constants drift info evaluate plot animate draw cut report channels import export exports check salvage lesson grade --help --version --output' -- "$word")
    return
  fi
  [[ $verb == -* ]] && verb=export
  # Suffixes and options of exports: verb, what is typed, meaning.
  exports=$(linkwright-cli exports 2>/dev/null)
  [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD - 2]}
  [[ $word == = ]] && word=''
  case $before in
    --method) words='automatic verner65 dopri54 verner87 rk4 esdirk43 radau9 time-stepping' ;;
    --stabilisation) words='projection baumgarte none' ;;
    --style) [[ $verb == plot ]] && words='light dark print' || words='light dark' ;;
    --length) words='period run' ;;
    --problem) words='acceleration step impact' ;;
    --axes) words='world body frame' ;;
    --as) words='pin slider ball weld' ;;
    --format) words=$(awk -F '\t' -v verb="$verb" '$1 == verb && $2 ~ /^\./ { print substr($2, 2) }' <<<"$exports") ;;
    --decimal | --paper | --orientation | --dimensions | --unit | --legend | --angles)
      words=$(awk -F '\t' -v option="$before=" 'index($2, option) == 1 { sub(/^.*=/, "", $2); gsub(/\|/, " ", $2); print $2; exit }' <<<"$exports")
      ;;
    *)
      if [[ $word != -* ]]; then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
      fi
      case $verb in
        run) words="$sample $integrate $assemble --channels --measure --json --spectrum --statistics --events --format $common" ;;
        solve) words="--at --axes $integrate $assemble $common" ;;
        contact) words="--at --time-step --problem $integrate $assemble $common" ;;
        kinematics) words="--until --every $common" ;;
        inverse) words="--at --accelerations --actuators --relaxed --axes $integrate $assemble $common" ;;
        equilibrium) words="--axes $assemble $common" ;;
        constants) words='--load --deflection --mass --frequency --settling --ratio --rest --as --radius --output' ;;
        drift) words="--until --every --step $common" ;;
        info) words="--json $assemble $common" ;;
        evaluate) words="--value $common" ;;
        plot) words="$sample $integrate $assemble --channels --against --logarithmic --markers --statistics --size --format $common" ;;
        animate | draw | cut | report) words="$sample $integrate $assemble --format $common" ;;
        channels) words="--json $common" ;;
        exports) words='--json --output' ;;
        import) words="--into $common" ;;
        export) words="--progress --format $common" ;;
        salvage) words=$common ;;
        check) words='--define' ;;
        lesson) words='--language --solutions --output' ;;
        grade) words='--lesson --output' ;;
      esac
      words="$words --quiet --help $(awk -F '\t' -v verb="$verb" '$1 == verb && $2 ~ /^--/ { gsub(/,|=.*$/, " ", $2); print $2 }' <<<"$exports")"
      ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o filenames -F _linkwright_cli linkwright-cli
